import { deadLettersCanBeRedriven } from './dead-letters';
import { alarmsReachTopics, messagesAreDeliverable } from './deliveries';
import { originTimeoutsCoverFunctions, cloudFrontErrorsAreJson } from './cloudfront';
import { routesAreLiveOnceCallable } from './order';
import { deploymentsAreRepeatable } from './repeatable';
import type { TemplateRule } from './rule';
import { schedulesFireOnTime } from './schedules';

/** Faults that a review of the stacks found, each to be found by itself next time. */
export const templateRules: readonly TemplateRule[] = [
  deploymentsAreRepeatable,
  alarmsReachTopics,
  messagesAreDeliverable,
  schedulesFireOnTime,
  deadLettersCanBeRedriven,
  routesAreLiveOnceCallable,
  originTimeoutsCoverFunctions,
  cloudFrontErrorsAreJson,
];
