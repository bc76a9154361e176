import type { EngineName } from '../../packages/local/src/database/find-engine';

/**
 * The database engine for this run. If undefined, the runtime uses the first one that is installed (scripts/test.ts).
 */
export const tableEngine = process.env['TABLE_ENGINE'] as EngineName | undefined;
