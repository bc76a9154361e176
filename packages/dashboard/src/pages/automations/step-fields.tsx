import type { Step, StepRequest, Template } from '@carrier-nest/sdk';
import { useEffect, useRef, useState } from 'react';
import type { Entered } from '../../parts/form';
import { useRows } from '../../parts/rows';
import { StepField, type Place } from './step-field';

const stepsMax = 20;

const first: Step = { delay_minutes: 0, subject: '', html: '', template_slug: null };

interface StepFieldsProps {
  templates: readonly Template[];
  initial: readonly Step[] | undefined;
}

/** The steps in their order. They are moved by buttons, so that it takes no mouse. */
export function StepFields({ templates, initial = [first] }: StepFieldsProps) {
  const { rows, add, remove, move } = useRows(initial);
  const [said, setSaid] = useState('');
  const { list, focus } = useFocusAfter(rows);
  const moveTo = (key: number, place: number, by: 1 | -1): void => {
    move(key, by);
    setSaid(`It is step ${place + 1 + by} of ${rows.length} now.`);
    const [same, opposite] = [by, -by].map((way) => `[data-step="${key}"] [data-move="${way}"]:enabled`);
    focus(same, opposite);
  };
  return (
    <fieldset className="part step-fields" ref={list}>
      <legend>Steps</legend>
      <ol>
        {rows.map(({ key, value }, at) => {
          const place: Place = { at, of: rows.length };
          return (
            <li key={key} data-step={key}>
              <StepField
                place={place}
                step={value}
                templates={templates}
                onMove={(by) => moveTo(key, at, by)}
                onRemove={() => {
                  remove(key);
                  setSaid(`Step ${at + 1} is out.`);
                  focus('[data-add]');
                }}
              />
            </li>
          );
        })}
      </ol>
      <p role="status" className="unseen">
        {said}
      </p>
      <Add isFull={rows.length >= stepsMax} onAdd={() => focus(`[data-step="${add()}"] input`)} />
    </fieldset>
  );
}

function Add({ isFull, onAdd }: { isFull: boolean; onAdd: () => void }) {
  return (
    <div className="actions">
      <button type="button" data-add disabled={isFull} onClick={onAdd}>
        Add a step
      </button>
      {isFull && <span className="quiet">An automation has at most {stepsMax} steps.</span>}
    </div>
  );
}

/** Whoever moves a step keeps the button under their fingers; whoever adds one goes on in it. */
function useFocusAfter(rows: unknown) {
  const list = useRef<HTMLFieldSetElement>(null);
  const wanted = useRef<readonly string[]>([]);
  useEffect(() => {
    const found = wanted.current
      .map((selector) => list.current?.querySelector<HTMLElement>(selector))
      .find((element) => element);
    wanted.current = [];
    found?.focus();
  }, [rows]);
  /** The first that there is. */
  const focus = (...selectors: (string | undefined)[]): void => {
    wanted.current = selectors.filter((selector) => selector !== undefined);
  };
  return { list, focus };
}

/** Each step has all fields, so what stands at the same place belongs together. */
export function stepsOf(entered: Entered): StepRequest[] {
  const [waits, units, templates, htmls] = ['step_wait', 'step_unit', 'step_template', 'step_html'].map(
    (name) => entered.all(name),
  );
  return entered.all('step_subject').map((subject, at) => {
    const template = templates?.[at];
    return {
      delay_minutes: Number(waits?.[at]) * Number(units?.[at]),
      subject,
      ...(template ? { template_slug: template } : { html: htmls?.[at] ?? '' }),
    };
  });
}
