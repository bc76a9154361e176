import type * as z from 'zod/mini';
import type { Parameters, ValueOf } from './parameters';
import type { PathParameterName } from './path-parameters';
import type { Route } from './route';

/** A request and its answer, as the OpenAPI document shows them and a test sends them. */
export interface Example {
  summary: string;
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  status: number;
  /** Not of a file. */
  answer?: unknown;
}

/** At least one for each route of the document, named, and right by the route's schemas. */
export type ExamplesOf<Routes extends Record<string, Route>> = {
  [Name in keyof Routes as Routes[Name] extends { undocumented: true } ? never : Name]: Readonly<
    Record<string, ExampleOf<Routes[Name]>>
  >;
};

type ExampleOf<R extends Route> = { summary: string } & ParamsOf<R> & QueryOf<R> & BodyOf<R> & AnswerOf<R>;

type ParamsOf<R extends Route> = [PathParameterName<R['path']>] extends [never]
  ? { params?: never }
  : { params: Record<PathParameterName<R['path']>, string | number> };

type QueryOf<R extends Route> = R extends { query: infer Query extends Parameters }
  ? { query?: { [Name in keyof Query]?: ValueOf<Query[Name]> } }
  : { query?: never };

type BodyOf<R extends Route> = R extends { body: infer Body extends z.ZodMiniType }
  ? { body: z.input<Body> }
  : { body?: never };

type AnswerOf<R extends Route> = R extends { isFile: true }
  ? { status: keyof R['answers'] & number; answer?: never }
  : {
      [Status in keyof R['answers'] & number]: { status: Status; answer: z.output<R['answers'][Status]> };
    }[keyof R['answers'] & number];
