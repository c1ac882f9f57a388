// Dexie looks for IndexedDB once, as it is loaded. Files of one worker share it, whichever of them comes first.
import 'fake-indexeddb/auto';
