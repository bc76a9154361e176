import fc from 'fast-check';

/**
 * Property tests use the same values in each run, so that only a code change can cause a new failure. FC_SEED selects
 * other values.
 */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_121) });
