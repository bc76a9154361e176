import type { Cause, CauseInput } from '../causes';
import { functionOf, searchLog } from './request-function';
import { commandLine } from '../../distribution';

const hostOf = ({ url }: CauseInput): string => new URL(url).host;

const hasCode =
  (...codes: string[]) =>
  ({ facts }: CauseInput): boolean =>
    codes.includes(facts.detail ?? '');

const responds =
  (pattern: RegExp) =>
  ({ facts, exchange }: CauseInput): boolean =>
    pattern.test(`${exchange?.status} ${facts.detail ?? ''}`);

const apiAddress =
  'Give the output ApiEndpoint of the stack Api (ApiAddress of the stack Edge with the preset full) as --url.';

/** Causes of a service that does not answer, or of another server that does. */
export const connectionCauses: readonly Cause[] = [
  {
    symptom: 'unreachable',
    when: hasCode('CERT_HAS_EXPIRED'),
    cause: (input) => `The certificate of ${hostOf(input)} has expired.`,
    next: 'Renew the certificate in ACM. If the host is a proxy of your own, renew it there.',
  },
  {
    symptom: 'unreachable',
    when: hasCode('ERR_TLS_CERT_ALTNAME_INVALID'),
    cause: (input) =>
      `The certificate belongs to another host than ${hostOf(input)}, so the URL is wrong or the host has no certificate of its own.`,
    next: `${apiAddress} For a host name of your own, add it to the certificate.`,
  },
  {
    symptom: 'unreachable',
    when: hasCode(
      'DEPTH_ZERO_SELF_SIGNED_CERT',
      'SELF_SIGNED_CERT_IN_CHAIN',
      'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
    ),
    cause: (input) => `No known authority issued the certificate of ${hostOf(input)}.`,
    next: 'Use a certificate of ACM. Behind a proxy that decrypts TLS, set NODE_EXTRA_CA_CERTS to its authority.',
  },
  {
    symptom: 'unreachable',
    when: hasCode('ENOTFOUND', 'EAI_AGAIN'),
    cause: (input) => `DNS has no host ${hostOf(input)}: the URL is misspelled, or its record is missing.`,
    next: apiAddress,
  },
  {
    symptom: 'unreachable',
    when: hasCode('ECONNREFUSED'),
    cause: (input) =>
      `Nothing listens at ${hostOf(input)}: the service is not running, or the port is wrong.`,
    next: `Start the local runtime with ${commandLine('dev')}. For a deployment: ${apiAddress}`,
  },
  {
    symptom: 'unreachable',
    when: (input) => hasCode('TIMEOUT')(input) && input.evidence.hasResponse(),
    cause: (input) => `${functionOf(input)} does not respond in time, but other requests get responses.`,
    next: searchLog,
  },
  {
    symptom: 'unreachable',
    cause: (input) => `The connection to ${hostOf(input)} broke or timed out.`,
    next: 'Run this again from another network. If that fails too, see docs/runbook.md#api-errors.',
  },
  {
    symptom: 'foreign-response',
    when: responds(/Missing Authentication Token|^403 .*Forbidden/s),
    cause: 'API Gateway has no such path: the URL lacks the stage, such as /prod.',
    next: apiAddress,
  },
  {
    symptom: 'foreign-response',
    cause: (input) => `Another server than Carrier Nest answers at ${input.url}.`,
    next: apiAddress,
  },
  {
    symptom: 'clock-skew',
    when: ({ url }) => url.startsWith('http:'),
    cause:
      'The clock of the local runtime was moved, so receivers on this machine reject the signatures of webhooks.',
    next: `Start over with ${commandLine('dev --fresh')}.`,
  },
  {
    symptom: 'clock-skew',
    cause: ({ facts }) =>
      `The clock of this machine is wrong: AWS sets the clock of the service, which is ${facts.detail} it.`,
    next: 'Synchronize the clock of this machine (timedatectl set-ntp true), and run this again.',
  },
];
