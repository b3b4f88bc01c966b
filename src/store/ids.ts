/** Ids of resources: UUIDv7. */
import { v7 } from 'uuid';

/** Returns a new UUIDv7 (RFC 9562) in lower case; ids of one process sort in order of creation. */
export const newId = (): string => v7();

/** Returns when an id was created, to the millisecond. */
export const timeOf = (id: string): Date => new Date(Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16));

const HOUR_MS = 3_600_000;

/** Returns the lowest id of the UTC hour in which an id was created, as uuid_hour() of the migrations does. */
export function hourOf(id: string): string {
  const ms = timeOf(id).getTime();
  const hex = (ms - (ms % HOUR_MS)).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a text has the form of an id: anything else is treated as not found. */
export const isId = (text: string): boolean => UUID.test(text);
