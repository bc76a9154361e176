import { relative } from 'node:path';

/** What a data folder begins with. */
const seeded = 'mail.local.test';

let sendsFromOwn = false;

/** On a shared runtime the first workspace of a test file has these domains, named after the file. */
export const ownDomains = () => ({ transactional: `mail.${ownRoot()}`, marketing: `news.${ownRoot()}` });

/** `api-emails-batch.test` for test/send/batch.test.ts. */
function ownRoot(): string {
  const file = relative('test', expect.getState().testPath ?? '');
  return `${file.replace(/\.test\.ts$/, '').replace(/[^a-z0-9]+/g, '-')}.test`;
}

/** From here on emails are sent from this file's own domain, unless told otherwise. */
export function sendFromOwnDomain(): void {
  sendsFromOwn = true;
}

export const sendingDomain = (): string => (sendsFromOwn ? ownDomains().transactional : seeded);
