import { deadLettersCanBeRedriven } from './dead-letters';
import { alarmsReachSomebody, messagesArrive } from './deliveries';
import { originsAreWaitedFor, ownErrorsHaveOurShape } from './front';
import { routesAreLiveOnceCallable } from './order';
import { deploymentsAreRepeatable } from './repeatable';
import type { TemplateRule } from './rule';
import { schedulesRingInTheirMinute } from './schedules';

/** Faults that a review of the stacks found, each to be found by itself next time. */
export const templateRules: readonly TemplateRule[] = [
  deploymentsAreRepeatable,
  alarmsReachSomebody,
  messagesArrive,
  schedulesRingInTheirMinute,
  deadLettersCanBeRedriven,
  routesAreLiveOnceCallable,
  originsAreWaitedFor,
  ownErrorsHaveOurShape,
];
