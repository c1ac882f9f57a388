/** Where the month's meter stands in local storage: the month, its bytes, those over Wi-Fi, and nothing about what caused them. */
export const DATA_METER_KEY = 'tambay.dataMeter';
/** What the member allows per month, on this device. */
export const DATA_BUDGET_KEY = 'tambay.dataBudget';
/** Of which warning of which month the member has been told. */
export const DATA_WARNED_KEY = 'tambay.dataBudget.warned';
