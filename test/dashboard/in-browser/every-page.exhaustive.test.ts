import { testEveryPage } from '../support/every-page';

testEveryPage({ axeOn: ['1440 light', '1440 dark', '390 light'] });
