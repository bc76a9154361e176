import * as account from './account';
import * as alarms from './alarms';
import { apiResponds } from './api';
import type { Check } from './check';
import * as configurationSets from './configuration-sets';
import { clock, credentials } from './credentials';
import { deadLetters } from './dead-letters';
import * as dns from './dns';
import { domainsListed } from './domains';
import * as ingress from './ingress';
import * as machine from './local-machine';
import { receiptRuleSet } from './receiving';
import { receivingDomains } from './receiving-domains';
import { region } from './region';
import { bounces, complaints } from './reputation';
import * as ses from './ses';
import * as stacks from './stacks';
import * as tracking from './tracking';
import { version } from './version';

/** All checks in the order of the output (docs/doctor.md#the-checks). Each check follows the checks that it needs. */
export const checks: readonly Check[] = [
  machine.node,
  machine.settings,
  machine.runtime,
  clock,
  credentials,
  region,
  ses.sendingEnabled,
  ses.sandbox,
  ses.quota,
  ses.rate,
  ses.plan,
  account.logRole,
  account.concurrency,
  account.bootstrap,
  ingress.zones,
  tracking.certificate,
  stacks.deployed,
  stacks.status,
  stacks.drift,
  version,
  apiResponds,
  ingress.originSecurityGroup,
  receiptRuleSet,
  deadLetters,
  alarms.alarmReceiver,
  alarms.activeAlarms,
  domainsListed,
  configurationSets.eventDestinations,
  configurationSets.linkRewriting,
  tracking.hosts,
  dns.resolver,
  dns.status,
  ...dns.dns,
  receivingDomains,
  bounces,
  complaints,
];
