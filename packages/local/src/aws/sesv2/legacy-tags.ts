import type { Tags } from './inputs';

/** For resources that an older version of the runtime stored without tags. The service created all of them. */
export const legacyTags: Tags = [{ Key: 'carrier-nest', Value: 'local' }];
