import type { Tags } from './inputs';

/** An earlier runtime kept no tags, and what it has on disk was made by the service. */
export const legacyTags: Tags = [{ Key: 'carrier-nest', Value: 'local' }];
