import { useState } from 'react';
import { Choice } from './field';

export interface Bar {
  name: string;
  value: number;
}

/** One thing that the chart can show, as a bar for each name. */
export interface Series {
  says: string;
  bars: readonly Bar[];
  tone?: 'good' | 'bad';
  format: (value: number) => string;
  /** The scale reaches so far at least. */
  leastTop: number;
}

interface ChartProps {
  series: readonly Series[];
  /** What the bars are of, for who hears the chart. */
  of: string;
  /** What stands below: each name, or the first and the last of many. */
  names?: 'all' | 'ends';
}

const width = 1_000;
const height = 220;
const below = 36;
const left = 60;

/** Bars, of one series at a time. A table beside it says the same in numbers. */
export function Chart({ series, of, names = 'ends' }: ChartProps) {
  const [chosen, choose] = useState(series[0]?.says);
  const shown = series.find(({ says }) => says === chosen) ?? series[0];
  if (!shown) return null;
  const most = Math.max(...shown.bars.map(({ value }) => value), 0);
  const top = niceTop(Math.max(most, shown.leastTop));
  return (
    <figure className="chart">
      <figcaption>
        <Choice
          label="Chart of"
          value={shown.says}
          onChange={choose}
          options={series.map(({ says }) => [says, says] as const)}
        />
      </figcaption>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        role="img"
        aria-label={`${shown.says} ${of}. The highest is ${shown.format(most)}.`}
        data-tone={shown.tone}
      >
        {[0, 0.5, 1].map((part) => (
          <GridLine key={part} at={yOf(part)} says={shown.format(top * part)} />
        ))}
        <Bars shown={shown} top={top} isWide={names === 'all'} />
        {names === 'all' ? <Names bars={shown.bars} /> : <Ends bars={shown.bars} />}
      </svg>
    </figure>
  );
}

const yOf = (part: number): number => 10 + (height - below - 10) * (1 - part);

function GridLine({ at, says }: { at: number; says: string }) {
  return (
    <>
      <line x1={left} x2={width} y1={at} y2={at} />
      <text x={left - 8} y={at + 4} textAnchor="end">
        {says}
      </text>
    </>
  );
}

interface BarsProps {
  shown: Series;
  top: number;
  isWide: boolean;
}

function Bars({ shown: { bars, format }, top, isWide }: BarsProps) {
  const step = (width - left) / bars.length;
  const gap = Math.min(step * 0.25, 6);
  const wide = Math.min(step - gap, isWide ? 96 : 48);
  return bars.map(({ name, value }, place) => {
    const y = yOf(value / top);
    return (
      <rect
        key={name}
        x={left + place * step + (isWide ? (step - wide) / 2 : gap / 2)}
        y={y}
        width={wide}
        height={yOf(0) - y}
        rx={Math.min(step / 6, 3)}
      >
        <title>{`${name}: ${format(value)}`}</title>
      </rect>
    );
  });
}

function Names({ bars }: { bars: readonly Bar[] }) {
  const step = (width - left) / bars.length;
  const lettersMax = Math.max(Math.floor(step / 16), 3);
  return bars.map(({ name }, place) => (
    <text key={name} x={left + (place + 0.5) * step} y={height - 4} textAnchor="middle">
      {name.length > lettersMax ? `${name.slice(0, lettersMax - 1)}…` : name}
    </text>
  ));
}

function Ends({ bars }: { bars: readonly Bar[] }) {
  return (
    <>
      <text x={left} y={height - 4}>
        {bars[0]?.name}
      </text>
      <text x={width} y={height - 4} textAnchor="end">
        {bars.at(-1)?.name}
      </text>
    </>
  );
}

/** A round number that is not below the value, and whose half is round too. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 6, 8, 10].map((factor) => factor * power).find((top) => top >= value) ?? value;
}
