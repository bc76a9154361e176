import { randomBytes, randomUUID } from 'node:crypto';
import { defaultSendingDomain } from './file-domains';
import type { Service } from './service';

/**
 * Returns a send request for the first workspace of the test file, which is the seeded workspace or its replacement.
 */
export const anEmail = (overrides: Record<string, unknown> = {}): Record<string, unknown> => ({
  from: `Desk <desk@${defaultSendingDomain()}>`,
  to: 'kim@example.com',
  subject: 'Hello',
  text: 'It works.',
  ...overrides,
});

/** Creates a workspace with a key that has every scope and no guardrails. */
export const aWorkspace = (
  service: Service,
  settings: Record<string, unknown> = {},
): Promise<{ id: string; name: string; key: string }> =>
  service.control('POST', '/workspaces', { name: 'Acme', ...settings });

/** Creates a verified sending domain in the workspace. */
export const aDomain = (
  service: Service,
  workspaceId: string,
  overrides: Record<string, unknown> = {},
): Promise<{ id: string; domain: string; status: string }> =>
  service.control('POST', `/workspaces/${workspaceId}/domains`, {
    domain: `${randomUUID().slice(0, 8)}.example`,
    risk_class: 'transactional',
    ...overrides,
  });

/** Returns HTML that is large enough to be stored in S3. */
export const largeHtml = (): string => `<p>${randomBytes(8_000).toString('hex')}</p>`;
