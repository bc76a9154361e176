import { relative } from 'node:path';

/** What a data folder begins with. */
const seededDomain = 'mail.local.test';

let usesFileDomain = false;

/** On a shared runtime the first workspace of a test file has these domains, named after the file. */
export const fileDomains = () => ({
  transactional: `mail.${fileDomainRoot()}`,
  marketing: `news.${fileDomainRoot()}`,
});

/** `api-emails-batch.test` for test/send/batch.test.ts. */
function fileDomainRoot(): string {
  const file = relative('test', expect.getState().testPath ?? '');
  return `${file.replace(/\.test\.ts$/, '').replace(/[^a-z0-9]+/g, '-')}.test`;
}

/** From here on emails are sent from this file's own domain, unless told otherwise. */
export function useFileDomain(): void {
  usesFileDomain = true;
}

export const defaultSendingDomain = (): string =>
  usesFileDomain ? fileDomains().transactional : seededDomain;
