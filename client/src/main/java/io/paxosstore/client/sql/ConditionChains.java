package io.paxosstore.client.sql;

import net.sf.jsqlparser.expression.BinaryExpression;
import net.sf.jsqlparser.expression.Expression;
import net.sf.jsqlparser.expression.NotExpression;
import net.sf.jsqlparser.expression.operators.conditional.AndExpression;
import net.sf.jsqlparser.expression.operators.conditional.OrExpression;
import net.sf.jsqlparser.expression.operators.relational.ParenthesedExpressionList;
import net.sf.jsqlparser.statement.Statement;
import net.sf.jsqlparser.statement.delete.Delete;
import net.sf.jsqlparser.statement.select.PlainSelect;
import net.sf.jsqlparser.statement.update.Update;

import org.jspecify.annotations.Nullable;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Chains of AND and OR. The parser makes a tree of each that is as deep as the chain is long, and
 * prints it by recursion: whether a long one could be read would depend on how much of its stack
 * the calling thread has left. Balanced trees mean the same, print the same, and are not deep.
 */
final class ConditionChains {
    private ConditionChains() {}

    /** Balances the condition of a statement, in place. */
    static void balance(Statement tree) {
        if (tree instanceof PlainSelect select) {
            select.setWhere(balanced(select.getWhere()));
        } else if (tree instanceof Update update) {
            update.setWhere(balanced(update.getWhere()));
        } else if (tree instanceof Delete delete) {
            delete.setWhere(balanced(delete.getWhere()));
        }
    }

    /** Whether this is a link of a chain. */
    static boolean isLink(Expression tree) {
        return tree instanceof AndExpression || tree instanceof OrExpression;
    }

    /** The operands of the chain that this is the first link of, from left to right. */
    static List<Expression> operands(BinaryExpression chain) {
        List<Expression> operands = new ArrayList<>();
        List<Expression> open = new ArrayList<>(List.of(chain));
        while (!open.isEmpty()) {
            Expression tree = open.remove(open.size() - 1);
            if (tree.getClass() == chain.getClass()) {
                BinaryExpression link = (BinaryExpression) tree;
                open.add(link.getRightExpression());
                open.add(link.getLeftExpression());
            } else {
                operands.add(tree);
            }
        }
        return operands;
    }

    private static @Nullable Expression balanced(@Nullable Expression tree) {
        if (tree instanceof NotExpression not) {
            not.setExpression(balanced(not.getExpression()));
        } else if (tree instanceof ParenthesedExpressionList<?> list) {
            balanceAll(list);
        } else if (tree != null && isLink(tree)) {
            return balancedChain((BinaryExpression) tree);
        }
        return tree;
    }

    private static <E extends Expression> void balanceAll(ParenthesedExpressionList<E> list) {
        list.replaceAll(element -> {
            @SuppressWarnings("unchecked") // a link becomes one of its own class
            E balanced = (E) balanced(element);
            return balanced;
        });
    }

    private static Expression balancedChain(BinaryExpression chain) {
        List<BinaryExpression> links = new ArrayList<>();
        Expression rest = chain;
        while (rest.getClass() == chain.getClass()) {
            BinaryExpression link = (BinaryExpression) rest;
            links.add(link);
            rest = link.getLeftExpression();
        }
        Collections.reverse(links);
        List<Expression> operands = operands(chain);
        operands.replaceAll(ConditionChains::balanced);
        return joined(operands, links, 0, operands.size());
    }

    /** The operands from one to before another, joined by the links that stood between them. */
    private static Expression joined(
            List<Expression> operands, List<BinaryExpression> links, int from, int to) {
        if (to - from == 1) {
            return operands.get(from);
        }
        int middle = (from + to) >>> 1;
        BinaryExpression link = links.get(middle - 1);
        link.setLeftExpression(joined(operands, links, from, middle));
        link.setRightExpression(joined(operands, links, middle, to));
        return link;
    }
}
