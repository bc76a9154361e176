import type { NagException } from '../parts/nag-exceptions';

/** Whether the exception accepts a finding of cdk-nag at this construct path. */
export function isExceptedBy(
  { rule, path }: NagException,
  finding: { rule: string; location: string },
): boolean {
  const isSameRule = typeof rule === 'string' ? rule === finding.rule : rule.test(finding.rule);
  return isSameRule && matchesPattern(`CarrierNest-*-${path}`, finding.location);
}

const matchesPattern = (pattern: string, text: string): boolean =>
  new RegExp(`^${pattern.split('*').map(escapeRegExp).join('.*')}$`).test(text);

const escapeRegExp = (text: string): string => text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
