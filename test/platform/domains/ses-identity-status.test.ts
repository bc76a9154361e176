import type { ProviderIdentity } from '../../../shared/aws/identities';
import {
  nextMailFromStatus,
  needsMailFromRestart,
  nextDomainStatus,
} from '../../../shared/domain/platform/domains/provider-view';
import { hourMs, toIso } from '../../../shared/core/time';

const addedAt = Date.parse('2026-11-01T00:00:00.000Z');

const identityOf = (overrides: Partial<ProviderIdentity> = {}): ProviderIdentity => ({
  isManaged: true,
  stage: 'local',
  signsWithEasyDkim: true,
  dkimTokens: ['t1', 't2', 't3'],
  dkimZone: 'dkim.amazonses.com',
  dkimStatus: 'PENDING',
  forwardsFeedback: false,
  mailFromDomain: 'bounce.mail.acme.test',
  mailFromStatus: 'PENDING',
  ...overrides,
});

// DM-4
test.each([
  ['SUCCESS', 'verified'],
  ['PENDING', 'pending'],
  ['NOT_STARTED', 'pending'],
  ['TEMPORARY_FAILURE', 'temporary_failure'],
  ['FAILED', 'failed'],
] as const)('the DKIM status %s makes the domain %s', (dkimStatus, status) => {
  expect(nextDomainStatus('pending', identityOf({ dkimStatus }))).toBe(status);
});

test('an unreachable SES does not change the status', () => {
  expect(nextDomainStatus('verified', 'unreachable')).toBe('verified');
  expect(nextMailFromStatus(aDomain('active'), 'unreachable', addedAt + 100 * hourMs)).toBe('active');
});

test('a domain without an SES identity has the status failed', () => {
  expect(nextDomainStatus('verified', 'gone')).toBe('failed');
  expect(nextMailFromStatus(aDomain('active'), 'gone', addedAt)).toBe('failed');
});

// DM-18
test.each([
  ['SUCCESS', 1, 'active'],
  ['SUCCESS', 100, 'active'],
  ['PENDING', 71, 'pending'],
  ['PENDING', 72, 'failed'],
  [undefined, 72, 'failed'],
  ['TEMPORARY_FAILURE', 100, 'pending'],
  ['FAILED', 1, 'failed'],
] as const)('a Return-Path with SES status %s after %d hours is %s', (mailFromStatus, hours, status) => {
  const identity = identityOf({ mailFromStatus });

  expect(nextMailFromStatus(aDomain('pending'), identity, addedAt + hours * hourMs)).toBe(status);
});

test('only the verification of a failed Return-Path restarts', () => {
  expect(needsMailFromRestart(identityOf({ mailFromStatus: 'FAILED' }))).toBe(true);
  expect(needsMailFromRestart(identityOf())).toBe(false);
  expect(needsMailFromRestart('gone')).toBe(false);
  expect(needsMailFromRestart('unreachable')).toBe(false);
});

function aDomain(status: 'pending' | 'active' | 'failed') {
  return { createdAt: toIso(addedAt), mailFrom: { domain: 'bounce.mail.acme.test', status } };
}
