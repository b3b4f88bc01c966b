/** Ids of resources: UUIDv7. */
import { v7 } from 'uuid';

/** A new id: UUIDv7 (RFC 9562), lower case, later ones sorting after earlier ones of this process. */
export const newId = (): string => v7();

/** When an id was made, to the millisecond. */
export const timeOf = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text can be an id at all: anything else is simply not found. */
export const isId = (text: string): boolean => UUID.test(text);
