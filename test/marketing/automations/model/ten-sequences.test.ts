import { Model } from '../../../support/automations/model';
import { testRandomSequences } from '../../../support/automations/commands';

testRandomSequences(() => new Model(), { sequences: 10, seed: 20_261_123 });
