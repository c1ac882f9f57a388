import { isolate } from '../../protocol/index.ts';

export { isolate };

/** Several people's names or words in one line, each apart from the others. A label takes it unescaped: `{{- names}}`. */
export const isolateEach = (values: readonly string[], separator = ', '): string =>
  values.map(isolate).join(separator);
