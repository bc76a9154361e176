import { Link } from 'wouter';
import { InputField } from '../../parts/field';
import { useFilters } from '../../parts/filters';
import { Page } from '../../parts/page';
import { EmptyState, QueryBoundary } from '../../parts/states';
import { listOperations, useApiDocument, type ApiDocument, type LocatedOperation } from './document';
import { InlineMarkdown } from './inline-markdown';

/** Every operation of the API, from the OpenAPI document of this service. */
export function Reference() {
  const query = useApiDocument();
  return (
    <Page title="API reference" lead="All API operations, with fields, responses and examples.">
      <QueryBoundary query={query}>{(document) => <Operations document={document} />}</QueryBoundary>
    </Page>
  );
}

function Operations({ document }: { document: ApiDocument }) {
  const { filters, replaceFilters } = useFilters();
  const searchText = (filters['search'] ?? '').toLowerCase();
  const matches = listOperations(document).filter((operation) =>
    searchableText(operation).includes(searchText),
  );
  return (
    <>
      <InputField
        label="Search"
        type="search"
        value={filters['search'] ?? ''}
        placeholder="schedule, POST /v1/emails, listThreads"
        onChange={({ currentTarget: { value } }) => replaceFilters({ search: value })}
      />
      {matches.length === 0 && <EmptyState title="No matching operations">Try a shorter search.</EmptyState>}
      {document.tags.map(({ name, description }) => (
        <Section
          key={name}
          name={name}
          searchableText={description}
          operations={filterByTag(matches, name)}
        />
      ))}
    </>
  );
}

const filterByTag = (operations: readonly LocatedOperation[], tag: string): LocatedOperation[] =>
  operations.filter(({ operation }) => operation.tags[0] === tag);

const searchableText = ({
  method,
  path,
  operation: { operationId, summary, description = '' },
}: LocatedOperation): string => `${method} ${path} ${operationId} ${summary} ${description}`.toLowerCase();

interface SectionProps {
  name: string;
  searchableText: string | undefined;
  operations: readonly LocatedOperation[];
}

function Section({ name, searchableText: description, operations }: SectionProps) {
  if (operations.length === 0) return null;
  return (
    <section>
      <h2>{name}</h2>
      <p className="quiet">
        <InlineMarkdown description={description} />
      </p>
      <ul className="operations">
        {operations.map(({ method, path, operation: { operationId, summary } }) => (
          <li key={operationId}>
            <Link href={`/reference/${operationId}`}>{summary}</Link>
            <code>
              <b data-method={method}>{method}</b> {path}
            </code>
          </li>
        ))}
      </ul>
    </section>
  );
}
