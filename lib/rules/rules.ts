import { deadLettersCanBeRedriven } from './dead-letters';
import { alarmsReachTopics, messagesAreDeliverable } from './deliveries';
import { originTimeoutsCoverFunctions, cloudFrontErrorsAreJson } from './cloudfront';
import { routesAreLiveOnceCallable } from './order';
import { deploymentsAreRepeatable } from './repeatable';
import type { TemplateRule } from './rule';
import { schedulesFireOnTime } from './schedules';

/** Checks for faults that a review of the stacks found. */
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
