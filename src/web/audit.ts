/** The script of the audit log: search as you type. */
import { searchAsYouType } from './lib/search.ts';

searchAsYouType();
