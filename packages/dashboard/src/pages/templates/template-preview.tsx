import type { RenderedTemplate, Template } from '@carrier-nest/sdk';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { InputField } from '../../parts/field';
import {
  fillPlaceholders,
  fillPlaceholdersInHtml,
  findPlaceholders,
  type PlaceholderValues,
} from '../../parts/placeholders';
import { ContentWarnings } from '../../parts/content-warnings';
import { ErrorMessage } from '../../parts/states';
import { capitalize, humanize } from '../../parts/format';
import { useDebounced } from '../../parts/use-debounced';
import { useClient } from '../../service/client';
import type { TemplateContent } from './template-editor';
import { MailPreview } from './mail-preview';
import { SendTest } from './send-test';

interface TemplatePreviewProps {
  content: TemplateContent;
  /** The saved template, if the form has no unsaved changes. */
  saved: Template | undefined;
}

/**
 * Renders the template with sample values. The service renders the saved version, and the browser renders unsaved
 * content.
 */
export function TemplatePreview({ content, saved }: TemplatePreviewProps) {
  const [givenValues, setGivenValues] = useState<PlaceholderValues>({});
  const names = findPlaceholders(content.subject, content.html, content.text);
  const values = Object.fromEntries(names.map((name) => [name, givenValues[name] ?? sampleValue(name)]));
  const rendering = useRenderedTemplate(saved, values);
  const rendered = (saved && rendering.data) ?? fillContent(content, values);
  return (
    <section className="preview" aria-labelledby="preview">
      <h2 id="preview">Preview</h2>
      <p className="quiet">
        {saved ? 'Rendered by the service.' : 'Not saved yet. Rendered in the browser.'}
      </p>
      {saved && rendering.error && <ErrorMessage error={rendering.error} />}
      <ContentWarnings warnings={rendered.warnings} />
      <MailPreview mail={rendered} />
      <SampleFields
        names={names}
        values={values}
        onChange={(name, value) => setGivenValues({ ...givenValues, [name]: value })}
      />
      {saved ? (
        <SendTest buildMail={(from, to) => ({ from, to, template: saved.slug, variables: values })} />
      ) : (
        <p className="quiet">Save the template to send a test email.</p>
      )}
    </section>
  );
}

/** `order_id` → `Order id`, a sample value that shows the position of the placeholder. */
const sampleValue = (name: string): string => capitalize(humanize(name).replaceAll('.', ' '));

const fillContent = (
  { subject, html, text }: TemplateContent,
  values: PlaceholderValues,
): RenderedTemplate => ({
  subject: fillPlaceholders(subject, values),
  html: fillPlaceholdersInHtml(html, values),
  text: text ? fillPlaceholders(text, values) : null,
});

/** Without the delay, each keystroke would send a request. */
const debounceMs = 300;

function useRenderedTemplate(saved: Template | undefined, values: Record<string, string>) {
  const client = useClient();
  const debounced = useDebounced(JSON.stringify(values), debounceMs);
  return useQuery({
    queryKey: ['rendering', saved?.slug, saved?.updated_at, debounced],
    queryFn: ({ signal }) => client.renderTemplate(saved?.slug ?? '', { variables: values }, { signal }),
    enabled: saved !== undefined && debounced === JSON.stringify(values),
    placeholderData: keepPreviousData,
  });
}

interface SampleFieldsProps {
  names: readonly string[];
  values: PlaceholderValues;
  onChange: (name: string, value: string) => void;
}

function SampleFields({ names, values, onChange }: SampleFieldsProps) {
  if (names.length === 0) return <p className="quiet">The template has no placeholders.</p>;
  return (
    <fieldset>
      <legend>Sample values</legend>
      <div className="pair">
        {names.map((name) => (
          <InputField
            key={name}
            label={name}
            value={values[name] ?? ''}
            onChange={(event) => onChange(name, event.target.value)}
          />
        ))}
      </div>
    </fieldset>
  );
}
