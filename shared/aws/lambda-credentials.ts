/**
 * Replaces the SDK's default credential chain in the bundles (lib/bundling/bundles.ts). On Lambda, the credentials are
 * always in the environment, and the other twelve providers of the chain would add 100 KB of code to every cold start.
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
