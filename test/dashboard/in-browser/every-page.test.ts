import { testEveryPage } from '../support/every-page';

testEveryPage({ axeOn: ['1440 light'] });
