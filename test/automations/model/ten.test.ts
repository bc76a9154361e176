import { Model } from '../support/model';
import { testSequences } from '../support/commands';

testSequences(() => new Model(), { sequences: 10, seed: 20_261_123 });
