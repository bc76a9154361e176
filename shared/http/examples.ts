import type * as z from 'zod/mini';
import type { Parameters, ValueOf } from './parameters';
import type { PathParameterName } from './path-parameters';
import type { Route } from './route';

/** A request and its response. The OpenAPI document shows the example, and a test sends the request. */
export interface Example {
  summary: string;
  params?: Readonly<Record<string, string | number>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  status: number;
  /** Absent if the response is a file. */
  response?: unknown;
}

/** Named examples for each route in the OpenAPI document. Their types follow from the route's schemas. */
export type ExamplesOf<Routes extends Record<string, Route>> = {
  [Name in keyof Routes as Routes[Name] extends { undocumented: true } ? never : Name]: Readonly<
    Record<string, ExampleOf<Routes[Name]>>
  >;
};

type ExampleOf<R extends Route> = { summary: string } & ParamsOf<R> &
  QueryOf<R> &
  BodyOf<R> &
  ExampleResponse<R>;

type ParamsOf<R extends Route> = [PathParameterName<R['path']>] extends [never]
  ? { params?: never }
  : { params: Record<PathParameterName<R['path']>, string | number> };

type QueryOf<R extends Route> = R extends { query: infer Query extends Parameters }
  ? { query?: { [Name in keyof Query]?: ValueOf<Query[Name]> } }
  : { query?: never };

type BodyOf<R extends Route> = R extends { body: infer Body extends z.ZodMiniType }
  ? { body: z.input<Body> }
  : { body?: never };

type ExampleResponse<R extends Route> = R extends { isFile: true }
  ? { status: keyof R['responses'] & number; response?: never }
  : {
      [Status in keyof R['responses'] & number]: {
        status: Status;
        response: z.output<R['responses'][Status]>;
      };
    }[keyof R['responses'] & number];
