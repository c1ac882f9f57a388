/** Where the month's meter stands in local storage: the month and its bytes, and nothing about what caused them. */
export const DATA_METER_KEY = 'tambay.dataMeter';
