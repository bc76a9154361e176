import { Model } from '../support/model';
import { testSequences } from '../support/commands';

testSequences(() => new Model(), { sequences: 100, seed: 2 });
