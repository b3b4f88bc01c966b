/** Prepares the first start on an empty database: a sample playground and a link for the operator to sign in. */
import type { Db } from '../db/client.ts';
import { hashKey } from './api-keys.ts';
import { serviceActor } from './audit.ts';
import { createPlayground } from './playgrounds.ts';
import { createSignInLink } from './sessions.ts';

const SAMPLE = {
  name: 'Sample: releases on GitHub',
  curl_command: `curl "https://api.github.com/repos/$OWNER/$REPO/releases?per_page=3" \\
  -H 'Accept: application/vnd.github+json'`,
};

/**
 * Creates a sample playground and a single-use sign-in link.
 * @param key the account's key
 * @returns the secret of the link
 */
export async function welcomeAccount(db: Db, accountId: string, key: string): Promise<string> {
  await createPlayground(db, serviceActor(accountId), SAMPLE);
  return createSignInLink(db, hashKey(key));
}
