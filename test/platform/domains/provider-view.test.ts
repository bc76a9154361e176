import type { ProviderIdentity } from '../../../shared/aws/identities';
import {
  mailFromAfter,
  needsMailFromRestart,
  statusAfter,
} from '../../../shared/domain/platform/domains/provider-view';
import { hourMs, iso } from '../../../shared/core/time';

const addedAt = Date.parse('2026-11-01T00:00:00.000Z');

const anIdentity = (overrides: Partial<ProviderIdentity> = {}): ProviderIdentity => ({
  isOurs: true,
  dkimTokens: ['t1', 't2', 't3'],
  dkimZone: 'dkim.amazonses.com',
  dkimStatus: 'PENDING',
  forwardsFeedback: false,
  mailFromDomain: 'bounce.mail.acme.test',
  mailFromStatus: 'PENDING',
  ...overrides,
});

test.each([
  ['SUCCESS', 'verified'],
  ['PENDING', 'pending'],
  ['NOT_STARTED', 'pending'],
  ['TEMPORARY_FAILURE', 'temporary_failure'],
  ['FAILED', 'failed'],
] as const)('DKIM %s makes the domain %s', (dkimStatus, status) => {
  expect(statusAfter('pending', anIdentity({ dkimStatus }))).toBe(status);
});

test('a provider that does not answer changes no status', () => {
  expect(statusAfter('verified', 'unreachable')).toBe('verified');
  expect(mailFromAfter(aDomain('active'), 'unreachable', addedAt + 100 * hourMs)).toBe('active');
});

test('a domain that the provider no longer has is failed', () => {
  expect(statusAfter('verified', 'gone')).toBe('failed');
  expect(mailFromAfter(aDomain('active'), 'gone', addedAt)).toBe('failed');
});

test.each([
  ['SUCCESS', 1, 'active'],
  ['SUCCESS', 100, 'active'],
  ['PENDING', 71, 'pending'],
  ['PENDING', 72, 'failed'],
  [undefined, 72, 'failed'],
  ['TEMPORARY_FAILURE', 100, 'pending'],
  ['FAILED', 1, 'failed'],
] as const)('a Return-Path that is %s after %d hours is %s', (mailFromStatus, hours, status) => {
  const view = anIdentity({ mailFromStatus });

  expect(mailFromAfter(aDomain('pending'), view, addedAt + hours * hourMs)).toBe(status);
});

test('only a Return-Path that the provider gave up on is started again', () => {
  expect(needsMailFromRestart(anIdentity({ mailFromStatus: 'FAILED' }))).toBe(true);
  expect(needsMailFromRestart(anIdentity())).toBe(false);
  expect(needsMailFromRestart('gone')).toBe(false);
  expect(needsMailFromRestart('unreachable')).toBe(false);
});

function aDomain(status: 'pending' | 'active' | 'failed') {
  return { createdAt: iso(addedAt), mailFrom: { domain: 'bounce.mail.acme.test', status } };
}
