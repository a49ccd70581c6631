//! A scope as a condition of SQL.

use croupier_db::{Value, placeholders};

use super::scope::BrandScope;

impl BrandScope {
    /// The condition that `column` holds the number of a player whom the scope sees; its values come after those in `values`.
    pub fn of_player(&self, column: &str, values: &mut Vec<Value>) -> String {
        if !self.is_bound() {
            return "1 = 1".to_owned();
        }
        let of_brand = self.of_brand("seen.brand", values);
        format!("EXISTS (SELECT 1 FROM player seen WHERE seen.id = {column} AND {of_brand})")
    }

    /// The condition that `column` holds a brand whose players the scope sees.
    pub fn of_brand(&self, column: &str, values: &mut Vec<Value>) -> String {
        if !self.is_bound() {
            return "1 = 1".to_owned();
        }
        let first = values.len() + 1;
        values.extend(self.brands().iter().map(Value::from));
        format!("{column} IN ({})", placeholders(first, self.brands().len()))
    }
}

#[cfg(test)]
mod tests {
    use croupier_db::params;

    use super::*;

    #[test]
    fn values_come_after_those_that_are_there() {
        let mut values = params![1_i64];
        let scope = BrandScope::of(["a".to_owned(), "b".to_owned()]);
        let sql = scope.of_player("c.player_id", &mut values);
        assert!(sql.ends_with("seen.id = c.player_id AND seen.brand IN ($2, $3))"), "{sql}");
        assert_eq!(values, params![1_i64, "a", "b"]);
        assert_eq!(BrandScope::ALL.of_player("c.player_id", &mut values), "1 = 1");
    }
}
