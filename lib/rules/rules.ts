import { credentialWritesAreDeclared } from './credential-writes';
import { deadLettersCanBeRedriven } from './dead-letters';
import { alarmsReachTopics, messagesAreDeliverable } from './deliveries';
import { quotasAreKept } from './quotas';
import { cloudFrontErrorsAreJson, errorsAreNotCached, originTimeoutsCoverFunctions } from './cloudfront';
import { routesAreLiveOnceCallable } from './order';
import { deploymentsAreRepeatable } from './repeatable';
import { loopsAreAllowed } from './recursion';
import type { TemplateRule } from './rule';
import { schedulesFireOnTime } from './schedules';
import { resourcesMatchSchemas } from './schemas';
import { resourcesMatchSpecification } from './specification';

/** All template rules. Each rule detects a fault that a review of the stacks has found. */
export const templateRules: readonly TemplateRule[] = [
  resourcesMatchSchemas,
  resourcesMatchSpecification,
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
  credentialWritesAreDeclared,
];
