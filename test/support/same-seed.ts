import fc from 'fast-check';

/**
 * Property tests use the same values in each run: a new failure is then caused by a change. FC_SEED selects other
 * values.
 */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_121) });
