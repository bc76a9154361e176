import { serviceVersion } from '../core/version';

/**
 * The headers of every response. A response is for one caller, so caches must not store it. Browsers must not guess its
 * type. The version tells which release responded, also during an update.
 */
export const defaultHeaders = {
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
  'CN-Version': serviceVersion,
};
