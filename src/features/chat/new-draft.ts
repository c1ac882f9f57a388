import { newId } from '../../../protocol/index.ts';
import type { NewDraft } from '../../../sync/index.ts';
import type { KeptPart } from './draft-state.ts';

/** Words as a new row of the drafts. */
export const newDraftOf = ({ rowId: _rowId, ...part }: KeptPart): NewDraft => ({ ...part, id: newId() });
