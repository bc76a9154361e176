import type { Tags } from './inputs';

/**
 * The tags of resources that an older version of the runtime stored without tags. The service created all of these
 * resources.
 */
export const legacyTags: Tags = [{ Key: 'carrier-nest', Value: 'local' }];
