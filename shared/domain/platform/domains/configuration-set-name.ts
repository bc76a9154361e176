import { createHash } from 'node:crypto';

/** The name is the same for every attempt, so that no failed attempt leaves an unused set. SES allows 64 characters. */
export const configurationSetName = (workspaceId: string, domain: string): string =>
  `${workspaceId}-${createHash('sha256').update(domain).digest('hex').slice(0, 27)}`;
