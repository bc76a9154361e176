import { deadLettersCanBeRedriven } from './dead-letters';
import { alarmsReachTopics, messagesAreDeliverable } from './deliveries';
import { quotasAreKept } from './quotas';
import { cloudFrontErrorsAreJson, errorsAreNotCached, originTimeoutsCoverFunctions } from './cloudfront';
import { routesAreLiveOnceCallable } from './order';
import { deploymentsAreRepeatable } from './repeatable';
import { loopsAreAllowed } from './recursion';
import type { TemplateRule } from './rule';
import { schedulesFireOnTime } from './schedules';

/** All template rules. Each rule detects a fault that a review of the stacks has found. */
export const templateRules: readonly TemplateRule[] = [
  quotasAreKept,
  deploymentsAreRepeatable,
  alarmsReachTopics,
  messagesAreDeliverable,
  schedulesFireOnTime,
  deadLettersCanBeRedriven,
  routesAreLiveOnceCallable,
  originTimeoutsCoverFunctions,
  cloudFrontErrorsAreJson,
  errorsAreNotCached,
  loopsAreAllowed,
];
