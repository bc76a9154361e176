import type { Calls } from '../aws/front/calls';
import type { Faults } from '../aws/front/faults';
import type { Activity } from '../clock/activity';
import type { Clock } from '../clock/clock';
import type { FunctionRunner } from '../lambda/runner';
import type { Mail } from '../mail/mail';
import type { Hosts } from '../network/hosts';
import type { Zone } from '../network/zone';
import type { Issuer } from './issuer';
import type { Operator } from './operator';

/** Everything that a developer or a test can arrange through the control API. */
export interface World {
  clock: Clock;
  activity: Activity;
  settings: { autoDelivery: boolean };
  faults: Faults;
  calls: Calls;
  hosts: Hosts;
  zone: Zone;
  pool: FunctionRunner;
  mail: Mail;
  operator: Operator;
  issuer: Issuer;
}
