import type { CallLog } from '../aws/front/call-log';
import type { Faults } from '../aws/front/faults';
import type { Activity } from '../clock/activity';
import type { Clock } from '../clock/clock';
import type { DueWork } from '../database/due-work';
import type { FunctionRunner } from '../lambda/runner';
import type { MailProvider } from '../mail/mail-provider';
import type { Hosts } from '../network/hosts';
import type { Zone } from '../network/zone';
import type { Issuer } from './oauth-issuer';
import type { AdminClient } from './admin-client';

/** The parts of the runtime that the control API controls. */
export interface ControlContext {
  clock: Clock;
  activity: Activity;
  readDueWork: () => Promise<DueWork[]>;
  settings: { autoDelivery: boolean };
  faults: Faults;
  calls: CallLog;
  hosts: Hosts;
  zone: Zone;
  pool: FunctionRunner;
  mail: MailProvider;
  admin: AdminClient;
  issuer: Issuer;
}
