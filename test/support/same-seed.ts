import fc from 'fast-check';

/** Properties are tried with the same values each time, so that a failure is the change's; FC_SEED tries others. */
fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_121) });
