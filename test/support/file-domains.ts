import { relative } from 'node:path';

/** The domain with which the runtime seeds a new data folder. */
const seededDomain = 'mail.local.test';

let usesFileDomain = false;

/** The domains of the first workspace of a test file on a shared runtime, named after the file. */
export const fileDomains = () => ({
  transactional: `mail.${fileDomainRoot()}`,
  marketing: `news.${fileDomainRoot()}`,
});

/** Returns a domain such as `send-batch.test` for test/send/batch.test.ts. */
function fileDomainRoot(): string {
  const file = relative('test', expect.getState().testPath ?? '');
  return `${file.replace(/\.test\.ts$/, '').replace(/[^a-z0-9]+/g, '-')}.test`;
}

/** Makes the domain of the test file the default sender of the emails in the file. */
export function useFileDomain(): void {
  usesFileDomain = true;
}

export const defaultSendingDomain = (): string =>
  usesFileDomain ? fileDomains().transactional : seededDomain;
