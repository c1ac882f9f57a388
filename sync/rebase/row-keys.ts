import { rowSchemas, type TableName } from '../../protocol/index.ts';
import type { RowKey } from '../storage/rows.ts';

export const isTableName = (name: string): name is TableName => Object.hasOwn(rowSchemas, name);

export const tableNames: readonly TableName[] = Object.keys(rowSchemas).filter(isTableName);

export const rowKey = (table: TableName, id: string): RowKey => `${table}:${id}`;

export const parseRowKey = (key: RowKey): { table: TableName; id: string } => {
  const colon = key.indexOf(':');
  const table = key.slice(0, colon);
  if (!isTableName(table)) throw new Error(`No such table: ${key}`);
  return { table, id: key.slice(colon + 1) };
};
