/** The value below which a share of all lies, by the nearest rank. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const value = sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
  if (value === undefined) throw new Error('Nothing was measured');
  return value;
}

export const median = (values: readonly number[]): number => percentile(values, 0.5);

/** How often a value of the one list is above one of the other, ties half: 0.5 when nothing tells them apart (AUC). */
export function superiority(ones: readonly number[], others: readonly number[]): number {
  let wins = 0;
  for (const one of ones) for (const other of others) wins += one > other ? 1 : one === other ? 0.5 : 0;
  return wins / (ones.length * others.length);
}

/** One line of the report: a figure beside its limit, which the same machine reached in the same run. */
export interface Figure {
  what: string;
  value: number;
  unit: string;
  /** What the figure is held against, and what that gave. */
  limit?: { what: string; value: number };
  /** How many single measurements are behind it. */
  samples?: number;
}

/** The figures as a table; the ratio says how far each is from its limit. */
export function formatFigures(figures: readonly Figure[]): string {
  const rows = figures.map(({ what, value, unit, limit, samples }) => [
    what,
    `${formatNumber(value)} ${unit}`,
    limit === undefined ? '' : `${formatNumber(limit.value)} ${unit}`,
    limit === undefined ? '' : (value / limit.value).toFixed(2),
    samples === undefined ? '' : String(samples),
    limit?.what ?? '',
  ]);
  const head = ['figure', 'measured', 'limit', 'ratio', 'n', 'what the limit is'];
  const widths = head.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const isNumeric = (column: number) => column >= 1 && column <= 4;
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return isNumeric(column) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join('  ')
      .trimEnd();
  return [line(head), line(widths.map((width) => '─'.repeat(width))), ...rows.map(line)].join('\n');
}

const formatNumber = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(3));
